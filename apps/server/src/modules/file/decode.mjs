/**
 * The process of one picture: reads what was brought, makes it anew and ends. It is plain JavaScript because it runs
 * without a compiler, and it knows nothing but the picture: no setting, no secret, no other person's (decoder.ts).
 */
import sharp from 'sharp';

/**
 * What is made: small ones for our own pages; documents as whoever issues cards takes them, and so that small print is read;
 * lines on white. More effort than this for WebP takes twice the memory and the time, and a tenth off what is kept.
 */
const encodings = {
  webp: (picture) => picture.webp({ quality: 82, effort: 2 }),
  jpeg: (picture) => picture.jpeg({ quality: 90 }),
  png: (picture) => picture.png(),
};
/** How it ends; decoder.ts reads it. */
const ends = { made: 0, broken: 10, tooLarge: 11 };
const newLine = 10;

// Of all that the library can read only these three decoders exist for us; the picture has one thread and no cache.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.concurrency(1);
sharp.cache(false);

let task;
let brought;
let filled = 0;

process.stdin.on('data', (chunk) => {
  let part = chunk;
  if (task === undefined) {
    // The line is written at once and is short: it is never cut in two.
    const end = chunk.indexOf(newLine);
    task = JSON.parse(chunk.subarray(0, end).toString());
    brought = Buffer.allocUnsafe(task.size);
    part = chunk.subarray(end + 1);
  }
  filled += part.copy(brought, filled);
  if (filled === task.size) void make();
});
// Whoever wanted the picture is gone, however that came: nobody else would end this process in the middle of its work.
process.stdin.once('end', () => process.kill(process.pid, 'SIGKILL'));
// One byte says that it is ready; what follows is the picture.
process.stdout.write('.');

async function make() {
  const options = { limitInputPixels: task.width * task.height, failOn: 'error', pages: 1 };
  try {
    const head = await sharp(brought, options).metadata();
    const isAsSaid = head.format === task.format && head.width === task.width && head.height === task.height;
    if (!isAsSaid) process.exit(ends.broken);
    const upright = sharp(brought, { ...options, sequentialRead: true })
      .autoOrient()
      .resize(task.widthMax, task.heightMax, { fit: 'inside', withoutEnlargement: true });
    const laid = task.isOpaque ? upright.flatten({ background: '#fff' }) : upright;
    const picture = await encodings[task.makes](laid).toBuffer();
    process.stdout.write(picture, () => process.exit(ends.made));
  } catch (error) {
    // The library has no codes. What was read and could not be written had no memory; whatever its decoder could not read
    // is broken for us as well.
    const isTooLarge = /memory|unable to encode/i.test(String(error));
    process.exit(isTooLarge ? ends.tooLarge : ends.broken);
  }
}
