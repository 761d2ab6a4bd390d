/** A button while it does what it was pressed for. */
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';

import { drawComponent } from '../../../testing/screen.tsx';
import { Button } from './button.tsx';

const button = page.getByRole('button');

describe('a button whose press is under way', () => {
  it.for([
    ['its own words where it has no verb for it', undefined, 'Share link'],
    ['the verb in progress alone', 'Sharing', 'Sharing'],
  ] as const)('is named by %s', async ([, busyLabel, name]) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await drawComponent(
      <Button busyLabel={busyLabel} onPress={async () => await promise}>
        Share link
      </Button>,
    );
    await button.click();
    await expect.element(button).toHaveAttribute('aria-busy', 'true');
    await expect.element(button).toHaveAccessibleName(name);
    resolve();
    await expect.element(button).not.toHaveAttribute('aria-busy');
    await expect.element(button).toHaveAccessibleName('Share link');
  });

  it('is not pressed again, and can be once it is over', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const press = vi.fn<() => Promise<void>>(async () => await promise);
    await drawComponent(<Button onPress={press}>Send</Button>);
    await button.click();
    await button.click({ force: true });
    expect(press).toHaveBeenCalledTimes(1);
    resolve();
    await expect.element(button).not.toHaveAttribute('aria-busy');
    await button.click();
    expect(press).toHaveBeenCalledTimes(2);
  });
});
