#!/bin/bash
# wall.sh CLONE: puts the wall into an applied clone: scripts/walls/words.ts, its tests, the figure of the layers step.
here=$(cd "$(dirname "$0")" && pwd); cd "$1" || exit 1
cp "$here/wall/words.ts" scripts/walls/words.ts
git apply --3way "$here/wall/wall.diff" || git apply --reject "$here/wall/wall.diff"
