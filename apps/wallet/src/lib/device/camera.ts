/** The camera of this device: how it is opened and let go of, and what its refusals mean. */

/** Opens the camera of the back. Rejects with the browser's error, or with `NoCamera` where none is offered. */
export async function openCamera(wishes: MediaTrackConstraints = {}): Promise<MediaStream> {
  // Absent without https, and in web views that do not offer it.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (devices === undefined) throw new NoCamera('no camera is offered here');
  return await devices.getUserMedia({ video: { facingMode: 'environment', ...wishes }, audio: false });
}

/** This page may not even ask for a camera. */
export class NoCamera extends Error {
  override readonly name = 'NoCamera';
}

/** Whether the person, or a rule of their browser, said no. */
export function isCameraDenial(error: unknown): boolean {
  return (
    error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'SecurityError')
  );
}

/** Shows what the camera sees. */
export async function playCamera(stream: MediaStream, player: HTMLVideoElement): Promise<void> {
  player.srcObject = stream;
  await player.play().catch(() => undefined);
}

/** Turns the camera off, and its light. */
export function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
