import type { ReactElement } from 'react';

import { useSession } from '../../lib/device/session.ts';
import { invalidateMoney, queryClient } from '../../lib/query/queries.ts';
import { useHeading } from '../../screen/page-facts.ts';
import { Refreshable } from '../../screen/screen.tsx';
import { VisuallyHidden } from '../../ui/base/visually-hidden.tsx';
import { Lift } from '../../ui/page/field-hero.tsx';
import { Page, TwoPane } from '../../ui/page/page.tsx';
import { Banners } from './banners.tsx';
import { InFlight } from './in-flight.tsx';
import { MarketSection } from './market-section.tsx';
import { PasswordNeeded } from './password-needed.tsx';
import { RecentBills } from './recent-bills.tsx';
import { UnreadNews } from './unread-news.tsx';
import { UserHero } from './user-hero.tsx';
import { VisitorHero } from './visitor-hero.tsx';

/** Home: what a person has and what they can do with it; for visitors the way in, with live prices below. */
export function HomePage(): ReactElement {
  const heading = useHeading();
  const { hasLogin, user } = useSession();
  return (
    <Refreshable onRefresh={refresh} isOnField>
      <Page isFlush>
        <VisuallyHidden>
          <h1>{heading}</h1>
        </VisuallyHidden>
        {hasLogin ? (
          <TwoPane
            sidebar={
              <>
                <InFlight />
                <RecentBills />
              </>
            }
            sidebarWidth={380}
            narrow="hidden"
          >
            <UserHero user={user} />
            <Lift>
              <div className="wide:hidden">
                <InFlight />
              </div>
              {user.hasPayPassword ? null : <PasswordNeeded />}
              <UnreadNews />
              <Banners />
              <MarketSection />
            </Lift>
          </TwoPane>
        ) : (
          <>
            <VisitorHero />
            <Lift>
              <Banners />
              <MarketSection />
            </Lift>
          </>
        )}
      </Page>
    </Refreshable>
  );
}

async function refresh(): Promise<void> {
  await Promise.all([invalidateMoney(), queryClient.invalidateQueries({ queryKey: ['market/list'] })]);
}
