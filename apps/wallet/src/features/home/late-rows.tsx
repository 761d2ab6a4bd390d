import type { ReactElement } from 'react';

import { FreezeNote } from '../../screen/freeze-note.tsx';
import { BannerRows } from './banner-rows.tsx';

/** What the first screen can stand without: what is frozen of the reader, then what the operator wants seen. */
export function LateRows(): ReactElement {
  return (
    <>
      <FreezeNote />
      <BannerRows />
    </>
  );
}
