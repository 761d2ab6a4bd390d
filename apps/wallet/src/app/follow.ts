import { followNetwork, online } from '../lib/device/online.ts';
import { session } from '../lib/device/session.ts';
import { paintTheme } from '../lib/device/theme.ts';
import { onToast, showToast } from '../lib/device/toasts.ts';
import { listenToWrapper, type WrapperRequest } from '../lib/device/webview.ts';
/** What runs beside the screens from the start: toasts, the way back from offline, the session's end. */
import { call } from '../lib/http/call.ts';
import { currentAppConfig } from '../lib/http/config.ts';
import { queryClient } from '../lib/query/queries.ts';
import { goBack } from '../lib/route/navigation.ts';
import { paths } from '../lib/route/paths.ts';
import { sayNow } from '../lib/text/i18n.ts';
import { toast } from '../ui/page/toast-store.ts';

/** While the server cannot be reached it is asked this often, by visible pages only. */
const probeEveryMs = 5_000;

/** Called once at the start. */
export function followEverything(): void {
  onToast(({ text, action }) =>
    toast(text, action === undefined ? {} : { action: { label: action.label, onPress: action.run } }),
  );
  session.onEnd((reason) => {
    // What was read belongs to the person who left.
    queryClient.clear();
    if (reason === 'refused') showToast({ text: sayNow('shell.sessionEnded') });
  });
  followReach();
  listenToWrapper(obeyWrapper, currentAppConfig.state.subscribe);
}

/** The wrapper asks for looks and for one page back; nothing it says can do more. */
function obeyWrapper(request: WrapperRequest): void {
  const { action } = request;
  if (action === 'back') goBack(paths.home());
  if (action === 'theme') paintTheme(request.theme);
  if (action === 'bar') document.documentElement.toggleAttribute('data-wrapper-back', request.hasBack);
}

function followReach(): void {
  const probe = async () => {
    try {
      await call('app/ping', {}, { method: 'GET', disableLoading: true, onFail: () => undefined });
    } catch {
      // Still away; the next probe asks again.
    }
  };
  followNetwork(() => void probe());
  window.setInterval(() => {
    if (!online.state.get().isOnline && document.visibilityState === 'visible') void probe();
  }, probeEveryMs);
  online.state.subscribe(() => {
    if (!online.state.get().isOnline) return;
    void queryClient.invalidateQueries();
    showToast({ text: sayNow('shell.online') });
  });
}
