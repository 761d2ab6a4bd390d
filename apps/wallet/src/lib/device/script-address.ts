/** Addresses of scripts that are made from a text; the content security policy knows no other maker of them. */

/** What the browser offers where trusted types exist; the types of the DOM do not know it yet. */
type ScriptPolicy = { createScriptURL(url: string): string };
type PolicyFactory = { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy };

/** The worker of the app, the one that solves work puzzles, and the one that looks at photos of documents. */
const ours = /^\/(sw|assets\/(?:puzzle|verdict)-worker-[\w-]+)\.js$/;

/** A policy can be made once. */
let policy: ScriptPolicy | undefined;

/** The address as the browser takes it. Throws for any script but our workers. */
export function trustedScript(url: string): string {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
  if (factory === undefined) return url;
  policy ??= factory.createPolicy('marigold', {
    createScriptURL(given) {
      // What is served while one writes the app has no such names.
      if (!import.meta.env.DEV && !ours.test(given)) throw new TypeError(`No script of ours: ${given}`);
      return given;
    },
  });
  return policy.createScriptURL(url);
}
