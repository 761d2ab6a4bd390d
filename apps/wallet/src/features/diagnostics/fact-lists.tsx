import type { ReactNode } from 'react';

import { currentLanguage, languages, type Say, useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { Card } from '../../ui/base/card.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { type KeyValue, KeyValues } from '../../ui/list/key-values.tsx';
import { type Bridge, clockState, type DiagnosticFacts, type Ping } from './facts.ts';

type FactListsProps = { readonly facts: DiagnosticFacts; readonly onTestBridge: () => void };

/** Every fact in words. */
export function FactLists({ facts, onTestBridge }: FactListsProps) {
  const t = useText();
  return (
    <>
      <Section
        title={t('test.section.app')}
        rows={[
          { key: t('test.version'), value: facts.version },
          { key: t('test.build'), value: facts.build },
          { key: t('test.language'), value: languages[currentLanguage()].nativeName },
          { key: t('test.theme'), value: t(`test.theme.${facts.theme}`) },
        ]}
      />
      <Section title={t('test.section.connection')} rows={connectionRows(t, facts)} />
      <Section
        title={t('test.section.device')}
        rows={[
          { key: t('test.browser'), value: facts.browser },
          { key: t('test.screen'), value: facts.screen },
          { key: t('test.timeZone'), value: facts.timeZone },
          { key: t('test.storage'), value: t(`test.storage.${facts.storage}`) },
          { key: t('test.worker'), value: t(`test.worker.${facts.worker}`) },
        ]}
      />
      <Section
        title={t('test.bridge')}
        rows={[
          { key: t('test.wrapper'), value: t(facts.isInWrapper ? 'test.wrapper.yes' : 'test.wrapper.no') },
          { key: t('test.answer'), value: <span role="status">{bridgeText(t, facts.bridge)}</span> },
        ]}
      >
        <Button
          size="small"
          className="mt-3"
          isDisabled={facts.bridge.kind === 'waiting'}
          onPress={onTestBridge}
        >
          {t('test.bridge.test')}
        </Button>
      </Section>
    </>
  );
}

type SectionProps = {
  readonly title: string;
  readonly rows: readonly KeyValue[];
  readonly children?: ReactNode;
};

function Section({ title, rows, children }: SectionProps) {
  return (
    <>
      <SectionHead isQuiet title={title} />
      <Card>
        <KeyValues isTight rows={rows} />
        {children}
      </Card>
    </>
  );
}

function connectionRows(t: Say, { isOnline, live, ping }: DiagnosticFacts): KeyValue[] {
  const network = t(isOnline ? 'test.network.online' : 'test.network.offline');
  return [
    { key: t('test.network'), value: network },
    {
      key: t('test.server'),
      value: pingText(t, ping, ({ version, mode }) => `${version} · ${t(`test.mode.${mode}`)}`),
    },
    {
      key: t('test.latency'),
      value: pingText(t, ping, ({ latencyMs }) => t('test.latency.ms', { ms: String(latencyMs) })),
    },
    { key: t('test.clock'), value: pingText(t, ping, ({ offsetMs }) => clockText(t, offsetMs)) },
    { key: t('test.live'), value: t(`test.live.${live}`) },
  ];
}

type Answered = Extract<Ping, { readonly kind: 'answered' }>;

function pingText(t: Say, ping: Ping, answered: (ping: Answered) => string): string {
  if (ping.kind === 'answered') return answered(ping);
  return t(ping.kind === 'checking' ? 'test.checking' : 'test.failed');
}

function clockText(t: Say, offsetMs: number): string {
  const { kind, seconds } = clockState(offsetMs);
  return kind === 'exact' ? t('test.clock.exact') : t(`test.clock.${kind}`, { seconds: String(seconds) });
}

function bridgeText(t: Say, bridge: Bridge): string {
  if (bridge.kind === 'answered') return t('test.bridge.answered', { ms: String(bridge.afterMs) });
  return t(`test.bridge.${bridge.kind}`);
}
