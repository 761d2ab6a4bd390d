/** What a build may be given; see base-address.ts, call.ts and webview.ts. */
interface ImportMetaEnv {
  readonly VITE_PRODUCTION_HOST?: string;
  readonly VITE_PRODUCTION_BASE?: string;
  readonly VITE_API_SECRET?: string;
  readonly VITE_WRAPPER_ORIGIN?: string;
}
