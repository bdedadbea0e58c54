"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { readFailure } from "@/lib/format/error-message";
import { startAtProvider } from "@/lib/queries/sign-in";
import { providerSignInTexts } from "./sign-in-messages.ts";

/** Leads to the OpenID provider, which leads back to `next`. */
export function ProviderSignIn({
  provider,
  next,
  primary,
  onFailure,
}: {
  provider: string;
  next: string;
  primary: boolean;
  onFailure: (text: string | undefined) => void;
}) {
  const [pending, setPending] = useState(false);
  const start = async () => {
    setPending(true);
    onFailure(undefined);
    try {
      window.location.assign(await startAtProvider(next));
    } catch (error) {
      onFailure(readFailure(error).message);
      setPending(false);
    }
  };
  return (
    <Button
      type="button"
      variant={primary ? "primary" : "secondary"}
      pending={pending}
      onClick={() => void start()}
    >
      {providerSignInTexts.signInWith(provider)}
    </Button>
  );
}
