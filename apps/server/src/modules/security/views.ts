/** What other modules may know of secrets: whether there is one. */
import { sql } from 'kysely';

/** A condition about `app.person p`: whether they have a payment password. */
export const hasPaymentPasswordSql = sql<boolean>`exists (select from app.payment_password w where w.user_id = p.id)`;
