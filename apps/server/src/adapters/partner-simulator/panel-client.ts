/** The panel of the demo company as the program reaches it. */
import type { HolderDecision, OpeningDecision, ParcelState } from '@marigold/partners/simulator/card-world';
import type { IdentityFaults } from '@marigold/partners/simulator/identity-faults';
import type { IdentityDecision } from '@marigold/partners/simulator/identity-world';
import type { IdentityPlan } from '@marigold/partners/simulator/identity-world';

import type { CardPlans } from './card-company-file.ts';
import type { CardPanelState } from './card-company-panel.ts';
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
  readonly cards: CardPanel;
};

/** What its people do about cards. Each throws where that cannot follow on what is there. */
export type CardPanel = {
  readonly state: () => Promise<CardPanelState>;
  /** By our id of the application. */
  readonly decideHolder: (applicant: string, decision: HolderDecision) => Promise<CardPanelState>;
  /** By our id of the request. */
  readonly decideOpening: (requestId: string, decision: OpeningDecision) => Promise<CardPanelState>;
  readonly moveParcel: (requestId: string, to: ParcelState) => Promise<CardPanelState>;
  /** By the company's id of the card. */
  readonly decideCard: (cardRef: string, to: 'suspended' | 'restored' | 'closed') => Promise<CardPanelState>;
  /** What becomes of those that come from now on. */
  readonly setPlans: (plans: CardPlans) => Promise<CardPanelState>;
  /** Where events of cards go from now on. */
  readonly sendEventsTo: (webhookUrl: string) => Promise<CardPanelState>;
};

/** `url` is the origin of the company. Each call throws when it does not answer or says no. */
export function createPartnerPanel(url: () => string, token: string): PartnerPanel {
  const ask = async <State = PanelState>(order: unknown): Promise<State> => {
    const response = await fetch(`${url()}/panel`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(order),
      redirect: 'error',
      signal: AbortSignal.timeout(panelTimeoutMs),
    });
    if (response.ok) return (await response.json()) as State;
    await response.body?.cancel();
    throw new Error(`The demo company answered ${response.status}`);
  };
  const askCards = async (order: unknown): Promise<CardPanelState> => await ask(order);
  return {
    state: async () => await ask({ order: 'state' } satisfies PanelOrder),
    decide: async (applicant, decision) => await ask({ order: 'decide', applicant, decision }),
    submit: async (applicant, plan) => await ask({ order: 'submit', applicant, plan }),
    setFaults: async (faults, answerDelayMs = 0) => await ask({ order: 'faults', faults, answerDelayMs }),
    sendEventsTo: async (webhookUrl) => await ask({ order: 'webhook', url: webhookUrl }),
    cards: {
      state: async () => await askCards({ order: 'cards' }),
      decideHolder: async (applicant, decision) => await askCards({ order: 'holder', applicant, decision }),
      decideOpening: async (requestId, decision) => await askCards({ order: 'opening', requestId, decision }),
      moveParcel: async (requestId, to) => await askCards({ order: 'parcel', requestId, to }),
      decideCard: async (cardRef, to) => await askCards({ order: 'card', cardRef, to }),
      setPlans: async (plans) => await askCards({ order: 'cardPlans', ...plans }),
      sendEventsTo: async (webhookUrl) => await askCards({ order: 'cardWebhook', url: webhookUrl }),
    },
  };
}
