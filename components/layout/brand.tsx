/** Logo and name. */
import { brandTexts } from "./shell-messages.ts";
export function Brand() {
  return (
    <span className="flex items-center gap-2.5 font-semibold">
      <svg viewBox="0 0 18 14" aria-hidden="true" className="h-3.5 w-[18px] shrink-0 fill-current">
        <path d="M3 0h12a3 3 0 0 1 3 3H0a3 3 0 0 1 3-3ZM0 5.5h18v3H0zM0 11h18a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3Z" />
      </svg>
      <span className="collapsed:sr-only">{brandTexts.fleetdeck}</span>
    </span>
  );
}
