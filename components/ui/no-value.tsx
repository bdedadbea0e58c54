/** In place of a missing value. On a card of a phone its cell is left out. */
export const NoValue = ({ children = "–" }: { children?: string }) => (
  <span data-no-value="" className="text-ink-3">
    {children}
  </span>
);
