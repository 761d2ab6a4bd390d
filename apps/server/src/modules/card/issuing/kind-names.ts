/** What wishes of cards are called, in rows of app.partner_call. */
export const holderKind = 'card.holder';
export const openKind = 'card.open';
export const cardStateKind = 'card.state';
