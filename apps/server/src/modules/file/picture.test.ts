import { Refusal } from '@marigold/contract/endpoint';
import sharp from 'sharp';
import { expect, it } from 'vitest';

import { makePicture, megapixelsMax, pictureSideMax } from './picture.ts';

it('is made of as many pixels as one may have, and of not one line more', async () => {
  const of = async (width: number, height: number) => {
    const create = { width, height, channels: 3, background: '#ffb21a' } as const;
    return await makePicture(await sharp({ create }).png().toBuffer(), pictureSideMax.avatar);
  };
  expect(megapixelsMax).toBe(40);
  expect(await of(8000, 5000)).toMatchObject({ mediaType: 'image/webp' });
  const refused = await of(8000, 5001);
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({ code: 'image_too_large', facts: { max: 40 }, field: 'file' });
});
