import { type ReactNode, useRef, useState } from "react";
import { withBasePath } from "@/lib/bff/base-path";
import { signInWindowTexts } from "./operator-on-demand-messages.ts";

/** A page of signing in or confirming in a small second window, so that this one stays. */
export function useSignInWindow(page: "/sign-in" | "/sign-in/confirm"): {
  open: () => void;
  close: () => void;
  /** What is said when the browser refused to open it. */
  blocked: ReactNode;
} {
  const path = withBasePath(page);
  const opened = useRef<Window | null>(null);
  const [isBlocked, setBlocked] = useState(false);
  return {
    open: () => {
      opened.current = window.open(path, "_blank", "popup,width=520,height=720");
      setBlocked(opened.current === null);
    },
    close: () => opened.current?.close(),
    blocked: isBlocked ? (
      <p role="alert">
        {signInWindowTexts.browserBlockedWindow}
        <a href={path} target="_blank" rel="noreferrer" className="text-accent hover:underline">
          {signInWindowTexts.openInNewTab}
        </a>
      </p>
    ) : null,
  };
}
