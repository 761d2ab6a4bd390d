import './dense-table.css';
import type { Key, ReactNode } from 'react';

interface DenseTableProps<Row> {
  /** What is listed, for readers. */
  label: string;
  columns: readonly DenseColumn[];
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  /** The cells of a row, in the order of the columns. */
  cellsOf: (row: Row) => readonly ReactNode[];
}

interface DenseColumn {
  label: string;
  /** Numbers stand at the end, under each other. */
  isNumber?: boolean | undefined;
  /** A column whose cells explain themselves, such as buttons. */
  isUnnamed?: boolean | undefined;
}

/** Rows of 36 px for wide screens that trade. */
export function DenseTable<Row>({ label, columns, rows, keyOf, cellsOf }: DenseTableProps<Row>) {
  return (
    <table className="dense-table" aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.label} scope="col" data-number={column.isNumber || undefined}>
              {column.isUnnamed ? <span className="visually-hidden">{column.label}</span> : column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {cellsOf(row).map((cell, index) => (
              <td key={columns[index]?.label} data-number={columns[index]?.isNumber || undefined}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
