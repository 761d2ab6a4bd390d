/** The forms of the panels of demo companies: they need no script. */
import { type Html, html } from '../../platform/http/html.ts';

type PanelForm = {
  /** Where it is sent to, below /dev. */
  readonly action: string;
  /** What it says by itself: the order, and what that is about. */
  readonly hidden: Readonly<Record<string, string>>;
  readonly fields?: Html;
  readonly buttons: Html;
};

/** One order as a form. */
export function panelForm({ action, hidden, fields, buttons }: PanelForm): Html {
  return html`<form method="post" action="${action}">
    ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    ${fields ?? ''} ${buttons}
  </form>`;
}

/** A choice of one; each option is its value and what people read. Without `chosen` the first one is. */
export function panelSelect(
  name: string,
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen?: string,
): Html {
  return html`<label>
    ${label}
    <select name="${name}">
      ${options.map(([value, text]) =>
        value === chosen
          ? html`<option value="${value}" selected>${text}</option>`
          : html`<option value="${value}">${text}</option>`,
      )}
    </select>
  </label>`;
}

/** A box that sends `on` where it is ticked, and nothing where it is not. */
export function panelCheck(name: string, text: string, isOn: boolean): Html {
  const box = isOn
    ? html`<input type="checkbox" name="${name}" checked />`
    : html`<input type="checkbox" name="${name}" />`;
  return html`<label class="check">${box} ${text}</label>`;
}
