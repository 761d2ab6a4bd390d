/** Sanctioned persons of the demonstration. Nobody of them exists; whoever takes such a name there is looked at by a person. */

export type DemoListEntry = {
  readonly listId: string;
  /** The name, and others that they go by. */
  readonly names: readonly string[];
  /** YYYY-MM-DD. */
  readonly birthday: string;
};

export const demoListVersion = 'demo-1';

export const demoList: readonly DemoListEntry[] = [
  { listId: 'demo-001', names: ['IGOR FIKTIVNY', 'IGOR VYMYSHLENNY'], birthday: '1971-03-09' },
  { listId: 'demo-002', names: ['LUCÍA INVENTADA'], birthday: '1968-11-30' },
  { listId: 'demo-003', names: ['HANS JÜRGEN ERFUNDEN'], birthday: '1980-02-14' },
  { listId: 'demo-004', names: ['KAKU JINBUTSU', '架空 人物'], birthday: '1975-07-21' },
];
