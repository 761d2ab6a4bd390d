import './rule-list.css';
import { Icon } from '../base/icon.tsx';

export interface ListedRule {
  id: string;
  label: string;
  isMet: boolean;
}

interface RuleListProps {
  /** Give it to the field's `describedBy`. */
  id: string;
  rules: readonly ListedRule[];
  metLabel: string;
  unmetLabel: string;
}

/** A password's rules, ticked while it is typed. */
export function RuleList({ id, rules, metLabel, unmetLabel }: RuleListProps) {
  return (
    <ul id={id} className="rule-list">
      {rules.map((rule) => (
        <li key={rule.id} data-met={rule.isMet || undefined}>
          <Icon name={rule.isMet ? 'check-circle-fill' : 'circle'} size={18} />
          <span>
            {rule.label}
            <span className="visually-hidden">{`, ${rule.isMet ? metLabel : unmetLabel}`}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
