import type { Passkey } from '@marigold/contract/calls/passkey';
import { useState } from 'react';

import { type User, useSession } from '../../lib/device/session.ts';
import { paths } from '../../lib/route/paths.ts';
import { AddKey } from './add-key.tsx';
import { KeyList } from './key-list.tsx';
import { OneKey } from './one-key.tsx';

/** The keys of the person: which there are, another one, and one of them to be renamed or removed. */
export function PasskeysPage() {
  const { user } = useSession();
  return user === undefined ? null : <Keys user={user} />;
}

type Face =
  | { readonly kind: 'list' | 'changed' | 'add' }
  | { readonly kind: 'one'; readonly passkey: Passkey };

function Keys({ user }: { readonly user: User }) {
  const [face, setFace] = useState<Face>({ kind: 'list' });
  const toList = () => setFace({ kind: 'list' });
  const toChanged = () => setFace({ kind: 'changed' });
  switch (face.kind) {
    case 'list':
    case 'changed':
      return (
        <KeyList
          back={paths.profile()}
          hasChanged={face.kind === 'changed'}
          onAdd={() => setFace({ kind: 'add' })}
          onOpen={(passkey) => setFace({ kind: 'one', passkey })}
        />
      );
    case 'add':
      return <AddKey user={user} onLeave={toList} onDone={toChanged} />;
    case 'one':
      return <OneKey user={user} passkey={face.passkey} onLeave={toList} onRemoved={toChanged} />;
  }
}
