import { useEffect } from 'react';

/**
 * Colours the browser's own bars like the field while a page with a field is shown, and like the canvas again
 * afterwards. Follows the theme while it changes.
 */
export function useFieldThemeColor(): void {
  useEffect(() => {
    paint('--field');
    const observer = new MutationObserver(() => paint('--field'));
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      observer.disconnect();
      paint('--canvas');
    };
  }, []);
}

function paint(token: string): void {
  const color = getComputedStyle(document.documentElement).getPropertyValue(token).trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', color);
}
