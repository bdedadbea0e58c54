/** In place of a value that there is none of. On a card of a phone its cell is left out. */
export const NoValue = () => (
  <span data-no-value="" className="text-ink-3">
    –
  </span>
);
