/** Files on their way without a frame that looked at them first. */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { idOf } from '../../testing/samples.ts';
import { drawComponent } from '../../testing/screen.tsx';
import { answersUpload, uploads } from '../../testing/upload.ts';
import { useUpload } from './use-upload.ts';

const image = { fileId: idOf(1101), url: '/files/1.png', size: 2048, type: 'image/png' };

describe('a file that no frame has looked at', () => {
  function Sender({ file }: { readonly file: File }) {
    const upload = useUpload('signature');
    return (
      <>
        <button type="button" onClick={() => void upload.send(file)}>
          Send
        </button>
        <p role="status">
          {upload.state.is === 'failed' ? upload.state.text : upload.state.is} {upload.uploaded?.fileId}
        </p>
      </>
    );
  }
  const status = page.getByRole('status');

  it.for([
    ['text/plain', 3, 'Choose a JPG or PNG picture.'],
    ['image/png', 20_000_001, 'The file is larger than 20 MB. Choose a smaller one.'],
  ] as const)('of the type %s with %i bytes is not sent', async ([type, bytes, words]) => {
    await drawComponent(<Sender file={new File([new Uint8Array(bytes)], 'one', { type })} />);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.element(status).toHaveTextContent(words);
    expect(uploads()).toEqual([]);
  });

  it('is sent under its kind, and answers what the server made of it', async () => {
    await drawComponent(<Sender file={new File([new Uint8Array(3)], 'one.png', { type: 'image/png' })} />);
    answersUpload(image);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.element(status).toHaveTextContent(`done ${image.fileId}`);
    expect(uploads()).toMatchObject([{ name: 'one.png', kind: 'signature' }]);
  });
});
