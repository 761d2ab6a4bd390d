import './timeline.css';
import type { ReactNode } from 'react';

import { Bloom } from '../base/bloom.tsx';
import { Icon } from '../base/icon.tsx';

export interface TimelineStep {
  id: string;
  state: 'done' | 'now' | 'todo' | 'failed';
  title: string;
  detail?: ReactNode;
  time?: string | undefined;
  /** Lit petals of a step that is counted, 0 to 12. */
  lit?: number | undefined;
}

interface TimelineProps {
  steps: readonly TimelineStep[];
  /** The state in words, for readers. */
  stateLabels: Readonly<Record<TimelineStep['state'], string>>;
}

/** How far one thing has come. */
export function Timeline({ steps, stateLabels }: TimelineProps) {
  return (
    <ol className="timeline">
      {steps.map((step) => (
        <li key={step.id} data-state={step.state} aria-current={step.state === 'now' ? 'step' : undefined}>
          <i>
            <StepSign step={step} />
          </i>
          <div>
            <b>
              <span className="visually-hidden">{`${stateLabels[step.state]}: `}</span>
              {step.title}
            </b>
            {step.detail === undefined ? null : <small>{step.detail}</small>}
          </div>
          {step.time === undefined ? null : <time>{step.time}</time>}
        </li>
      ))}
    </ol>
  );
}

function StepSign({ step }: { step: TimelineStep }) {
  if (step.state === 'done') return <Icon name="check-bold" size={14} />;
  if (step.state === 'failed') return <Icon name="x-bold" size={14} />;
  return step.state === 'now' ? <Bloom size={24} lit={step.lit ?? 0} /> : null;
}
