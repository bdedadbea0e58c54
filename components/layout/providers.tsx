"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { ThemeProvider } from "next-themes";
import { type ReactNode, useEffect, useState } from "react";
import { useFirstPress } from "@/components/ui/first-press";
import { NonceProvider } from "@/components/ui/nonce";
import { TimeZoneProvider } from "@/components/ui/time-zone";
import { Toaster } from "@/components/ui/toast";
import { createQueryClient } from "./query-client.ts";
import { RepeatedActs } from "./repeated-acts.tsx";

/** Context of all pages: theme, time zone, query client, toasts, CSP nonce. */
export function Providers({ nonce: sent, children }: { nonce: string | undefined; children: ReactNode }) {
  useFirstPress();
  const [client] = useState(createQueryClient);
  // A later navigation brings the nonce of its own request, but the document's policy contains only the
  // first.
  const [nonce] = useState(sent);
  useEffect(() => {
    // The scroll lock of modal dialogs adds a style element and reads its nonce from here.
    Object.assign(globalThis, { __webpack_nonce__: nonce });
  }, [nonce]);
  return (
    <NonceProvider nonce={nonce}>
      <ThemeProvider
        attribute="data-theme"
        defaultTheme="system"
        enableSystem
        // The style sheet says it, for screens only: an inline style would hold on paper, too.
        enableColorScheme={false}
        {...(nonce === undefined ? {} : { nonce })}
      >
        <QueryClientProvider client={client}>
          <TimeZoneProvider>
            {children}
            <RepeatedActs />
            <Toaster />
          </TimeZoneProvider>
        </QueryClientProvider>
      </ThemeProvider>
    </NonceProvider>
  );
}
