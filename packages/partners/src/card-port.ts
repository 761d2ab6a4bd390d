/** How the house asks a company that issues cards. Adapters never throw: what went wrong is one of the answers. */
import type { HolderField } from './card-states.ts';
import type { HookHeaders, PartnerAnswer } from './identity-port.ts';

/** Where somebody lives, or where something is sent to. */
export type PostalPlace = {
  /** ISO 3166 alpha-2. */
  readonly country: string;
  readonly city: string;
  /** Null: the country has none. */
  readonly postal: string | null;
  readonly line: string;
};

/** Who gets a card. Days are YYYY-MM-DD. */
export type CardHolder = {
  readonly firstName: string;
  readonly lastName: string;
  readonly birthday: string;
  readonly nationality: string;
  readonly idType: 'idCard' | 'passport';
  readonly idNumber: string;
  readonly issuingRegion: string;
  /** Null: the document does not expire. */
  readonly expiry: string | null;
  /** E.164. */
  readonly phone: string;
  /** Null: this product does not need it. The same for those that follow. */
  readonly occupation: string | null;
  readonly income: string | null;
  readonly purpose: string | null;
  readonly residence: PostalPlace | null;
};

export type HolderRequest = {
  readonly requestId: string;
  /** Our application, by an id of ours that says nothing about its person; the company knows the holder by it. */
  readonly applicant: string;
  readonly holder: CardHolder;
};

/** What the company says of somebody's identity. `fields` are those that it wants anew. */
export type FoundHolder = {
  readonly ref: string;
  readonly phase: 'checking' | 'passed' | 'rejected';
  readonly fields: readonly HolderField[];
};

/** By our id of the application. */
export type HolderName = { readonly applicant: string };

export type OpeningRequest = {
  /** The company's name for this card until it has one of its own: nothing makes a second one. */
  readonly requestId: string;
  readonly holderRef: string;
  /** The product, by the company's own code. */
  readonly product: string;
  /** E.164. */
  readonly phone: string;
  /** The name as the card has it. */
  readonly latinName: string;
  /** Where it is mailed to; null: it is virtual, or picked up. */
  readonly mailTo: (PostalPlace & { readonly recipient: string }) | null;
};

/** How far the company is with a card. `reason` is its own word, of a refusal alone. */
export type FoundOpening = {
  readonly requestId: string;
  readonly phase: 'approval' | 'refused' | 'opening' | 'opened';
  /** The company's id of the card, once there is one. */
  readonly cardRef: string | null;
  readonly reason: string | null;
  /** What the company says of the parcel, where it mails its cards itself; null: it does not say. */
  readonly parcel: {
    readonly state: 'preparing' | 'shipped' | 'delivered' | 'returned' | 'lost';
    readonly carrier: string | null;
    readonly tracking: string | null;
  } | null;
};

/** A card as its company has it. Amounts are decimal strings in its currency. No number, code or PIN is among it. */
export type CardFacts = {
  readonly cardRef: string;
  readonly state: 'pendingActive' | 'active' | 'locked' | 'suspended' | 'closed' | 'expired';
  readonly last4: string;
  /** YYYY-MM. */
  readonly expiry: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly balance: string;
  readonly available: string;
  readonly dailyLimit: string | null;
  readonly dailyLeft: string | null;
};

/** An opening, by our request id and by whom it is for: some companies find nothing by one of them alone. */
export type OpeningName = Pick<OpeningRequest, 'requestId' | 'holderRef'>;

/** A card, by the company's ids of it and of its holder, for the same reason. */
export type CardName = { readonly cardRef: string; readonly holderRef: string };

export type CardIssuer = {
  /** Twice is the same as once; a later one about the same applicant is the next try. */
  holder(request: HolderRequest): Promise<PartnerAnswer<FoundHolder>>;
  findHolder(name: HolderName): Promise<PartnerAnswer<FoundHolder>>;
  /** Costs money: sent once, and afterwards only asked for. */
  open(request: OpeningRequest): Promise<PartnerAnswer<FoundOpening>>;
  findOpening(name: OpeningName): Promise<PartnerAnswer<FoundOpening>>;
  find(name: CardName): Promise<PartnerAnswer<CardFacts>>;
  /** Twice is the same as once, as for setState. Done does not say that the card is active yet. */
  activate(name: CardName): Promise<PartnerAnswer<null>>;
  setState(name: CardName, to: 'active' | 'locked'): Promise<PartnerAnswer<null>>;
  /**
   * Whether an event is signed by this company, and what it is about. Undefined: it is not from there, and nothing of it is
   * stored. `about` is null for events that concern nothing of ours.
   */
  readEvent(raw: Buffer, headers: HookHeaders): { readonly about: CardEventSubject | null } | undefined;
};

export type CardEventSubject =
  | { readonly card: string }
  | { readonly opening: string }
  | { readonly applicant: string };
