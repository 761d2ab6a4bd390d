import { savePicture, share } from '../../lib/route/share.ts';
import { useText } from '../../lib/text/i18n.ts';
import { drawPoster } from '../../ui/address/poster.ts';

export type Invitation = {
  readonly code: string;
  /** Whoever opens it registers with the code filled in. */
  readonly link: string;
  readonly share: () => Promise<void>;
  readonly save: () => Promise<void>;
};

/** An invitation as it is given away: by link, as text, as a picture. */
export function useInvitation(code: string): Invitation {
  const t = useText();
  const { origin, host } = window.location;
  // Spec 9: the query string carries `invitecode`, on whichever page it is opened.
  const link = `${origin}/?invitecode=${code}`;
  const title = t('invite.posterTitle');
  const draw = async () =>
    await drawPoster({ title, qrText: link, lines: [code, host], note: t('invite.posterNote') });
  return {
    code,
    link,
    share: async () => await share({ title, url: link }),
    save: async () => await savePicture(draw, `marigold-${code}.png`),
  };
}
