#!/bin/bash
# apply.sh CLONE [--commit] [MAP…]: applies the maps (maps/*.map in order when none is named) to a clean clone, one pass a map.
# With --commit each pass is a commit of its own, with the message that stands beside the map (maps/NAME.msg).
here=$(cd "$(dirname "$0")" && pwd); clone=$1; shift
cd "$clone" || exit 1
export PATH=$clone/runtime/node_modules/.bin:$PATH
for p in packages/*; do [ -e "node_modules/@marigold/${p##*/}" ] || ln -s "../../$p" "node_modules/@marigold/${p##*/}"; done
commit=; [ "$1" = --commit ] && { commit=1; shift; }
[ $# -gt 0 ] || set -- "$here"/maps/*.map
for map in "$@"; do
  echo "== $map"
  node "$here/apply.mjs" "$clone" "$map" || exit 1
  [ -n "$commit" ] && git add -A && git commit -qF "${map%.map}.msg"
done
