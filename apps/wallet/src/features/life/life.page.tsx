import { configReaders, type TileGroup, useConfig, wordsHere } from '../../domain/content/config-entries.ts';
import { outLink } from '../../lib/route/out-link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { Screen } from '../../screen/screen.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { ListGlyph, List, ListRow } from '../../ui/list/list.tsx';
import { InsightSection } from './insight-section.tsx';

/** Services as the operator set them, and what came in and went out by month. */
export function LifePage() {
  const groups = useConfig(configReaders.tileGroups);
  const hasInsight = useConfig((config) => configReaders.isOn(config, 'insight'));
  const tiles = groups.map((group, index) => <TileList key={index} group={group} />);
  return (
    <Screen back={paths.home()} sidebarWidth={380} sidebar={hasInsight ? <InsightSection /> : undefined}>
      {tiles}
    </Screen>
  );
}

/** A group of services; each row opens a page of ours, or says that it leads elsewhere. */
function TileList({ group }: { readonly group: TileGroup }) {
  const name = wordsHere(group.name);
  return (
    <section>
      <SectionHead isQuiet title={name} />
      <List label={name}>
        {group.tiles.map((tile, index) => (
          <ListRow
            key={index}
            glyph={<ListGlyph icon={tile.icon} />}
            title={wordsHere(tile.name)}
            detail={tile.detail === undefined ? undefined : wordsHere(tile.detail)}
            link={outLink(tile.link, wordsHere(tile.name))}
            hasCaret
          />
        ))}
      </List>
    </section>
  );
}
