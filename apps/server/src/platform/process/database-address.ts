/** Addresses of databases, and what is wrong between the two that the program needs. */

/** What is wrong with the addresses of the program's login and of the owner's, as sentences. */
export function databaseProblems(given: Readonly<Record<string, string | undefined>>): string[] {
  const problems: string[] = [];
  const { DATABASE_URL: app, DATABASE_OWNER_URL: owner } = given;
  if ((app === undefined) !== (owner === undefined)) {
    const [present, missing] =
      app === undefined ? ['DATABASE_OWNER_URL', 'DATABASE_URL'] : ['DATABASE_URL', 'DATABASE_OWNER_URL'];
    problems.push(
      `${missing} is missing: with ${present} both are needed, the program's login and the owner's.`,
    );
  }
  if (app !== undefined && owner !== undefined && isDatabaseUrl(app) && isDatabaseUrl(owner)) {
    if (roleOf(app) === roleOf(owner)) {
      problems.push(
        'DATABASE_URL must log in as another role than DATABASE_OWNER_URL: the program may not own the ledger.',
      );
    }
    if (hostOf(app) !== hostOf(owner)) {
      problems.push('DATABASE_URL and DATABASE_OWNER_URL must name the same database.');
    }
  }
  return problems;
}

export function isDatabaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    ['postgres:', 'postgresql:'].includes(url.protocol) && url.username !== '' && url.pathname.length > 1
  );
}

/** The role that a database address logs in as. */
export function roleOf(databaseAddress: string): string {
  return decodeURIComponent(new URL(databaseAddress).username);
}

function hostOf(databaseAddress: string): string {
  const url = new URL(databaseAddress);
  return `${url.hostname || (url.searchParams.get('host') ?? '')}:${url.port || '5432'}${url.pathname}`;
}
