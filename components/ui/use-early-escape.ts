import { useEffect, useRef, useState } from "react";

/**
 * Closes a dialog or panel by Escape from the moment on that it has the focus: the library passes the key to what is
 * below it until it is drawn once more. Returns what to call when it takes the focus.
 */
export function useEarlyEscape(close: () => void): () => void {
  const early = useRef<AbortController>(undefined);
  const [opening, setOpening] = useState(0);
  // Drawn together with the layer of the library, which listens from here on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
  useEffect(() => () => early.current?.abort(), [opening]);
  return () => {
    early.current = new AbortController();
    // On the window, before the library's listeners.
    window.addEventListener(
      "keydown",
      (event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        close();
      },
      { capture: true, signal: early.current.signal },
    );
    setOpening((count) => count + 1);
  };
}
