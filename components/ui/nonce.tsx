"use client";

import { createContext, type ReactNode, useContext } from "react";

/** The request's CSP nonce, for the few primitives whose library adds a style element. */
const NonceContext = createContext<string | undefined>(undefined);

export function NonceProvider({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  return <NonceContext value={nonce}>{children}</NonceContext>;
}

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
