import type { IdentityFaults } from '@marigold/partners/simulator/identity-faults';
/** The panel of the demo company as the program reaches it. */
import type { IdentityDecision } from '@marigold/partners/simulator/identity-world';
import type { IdentityPlan } from '@marigold/partners/simulator/identity-world';

import type { PanelOrder, PanelState } from './company-panel.ts';

const panelTimeoutMs = 5000;

export type PartnerPanel = {
  readonly state: () => Promise<PanelState>;
  /** By our id of the applicant. Throws where nothing was sent in that could be decided about. */
  readonly decide: (applicant: string, decision: IdentityDecision) => Promise<PanelState>;
  /** Fills in the page of an applicant with a sample. */
  readonly submit: (applicant: string, plan?: IdentityPlan) => Promise<PanelState>;
  /** Those that are not named end. */
  readonly setFaults: (faults: Partial<IdentityFaults>, answerDelayMs?: number) => Promise<PanelState>;
  /** Where events go from now on. */
  readonly sendEventsTo: (webhookUrl: string) => Promise<PanelState>;
};

/** `url` is the origin of the company. Each call throws when it does not answer or says no. */
export function createPartnerPanel(url: () => string, token: string): PartnerPanel {
  const ask = async (order: unknown): Promise<PanelState> => {
    const response = await fetch(`${url()}/panel`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(order),
      redirect: 'error',
      signal: AbortSignal.timeout(panelTimeoutMs),
    });
    if (response.ok) return (await response.json()) as PanelState;
    await response.body?.cancel();
    throw new Error(`The demo company answered ${response.status}`);
  };
  return {
    state: async () => await ask({ order: 'state' } satisfies PanelOrder),
    decide: async (applicant, decision) => await ask({ order: 'decide', applicant, decision }),
    submit: async (applicant, plan) => await ask({ order: 'submit', applicant, plan }),
    setFaults: async (faults, answerDelayMs = 0) => await ask({ order: 'faults', faults, answerDelayMs }),
    sendEventsTo: async (webhookUrl) => await ask({ order: 'webhook', url: webhookUrl }),
  };
}
