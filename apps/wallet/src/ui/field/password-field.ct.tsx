/** A field for a password: what it hides, and what may fill it in. */
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { drawComponent } from '../../../testing/screen.tsx';
import { PasswordField } from './password-field.tsx';

const field = page.getByLabelText('Password', { exact: true });

async function draw() {
  await drawComponent(
    <>
      <input aria-label="Elsewhere" defaultValue="Tr0ub4dor&3" />
      <PasswordField label="Password" showLabel="Show" hideLabel="Hide" autoComplete="current-password" />
    </>,
  );
}

describe('a password', () => {
  it('is hidden while it is typed, and can be looked at and hidden again', async () => {
    await draw();
    await field.fill('Tr0ub4dor&3');
    await expect.element(field).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect.element(field).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide' }).click();
    await expect.element(field).toHaveAttribute('type', 'password');
  });

  it('can be pasted, and is named for password managers', async () => {
    await draw();
    await page.getByLabelText('Elsewhere').click();
    await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}');
    await userEvent.copy();
    await field.click();
    await userEvent.paste();
    await expect.element(field).toHaveValue('Tr0ub4dor&3');
    await expect.element(field).toHaveAttribute('autocomplete', 'current-password');
  });
});
