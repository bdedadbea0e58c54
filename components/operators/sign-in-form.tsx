"use client";

import { type FormEvent, useRef, useState } from "react";
import { Brand } from "@/components/layout/brand";
import { type Environment, EnvironmentChip } from "@/components/layout/environment-chip";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useHydrated } from "@/components/ui/use-hydrated";
import { withBasePath } from "@/lib/bff/base-path";
import { BffError } from "@/lib/queries/bff";
import { signIn } from "@/lib/queries/sign-in";
import { ProviderSignIn } from "./provider-sign-in.tsx";
import { signInFormTexts } from "./sign-in-messages.ts";

/** When a sign-in that was refused because of earlier failures may be tried again, in local time. */
function waitText(code: string, seconds: number, now: Date): string {
  const until = new Date(now.getTime() + seconds * 1000);
  const time = until.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
  return code === "locked"
    ? signInFormTexts.tooManyFailedSignIns(time)
    : signInFormTexts.tooManyWrongPasswords(time);
}

function textOf(error: unknown): string {
  if (!(error instanceof BffError)) return signInFormTexts.signInFailedTryAgain;
  if (error.code === "locked" || error.code === "slowed")
    return waitText(error.code, error.retryAfterSeconds ?? 60, new Date());
  return error.message;
}

/**
 * The sign-in form: an error keeps the input and focuses the field to correct. Until the page's code runs it cannot be
 * submitted, as the browser itself would put the password into the address; what was typed by then is kept.
 */
export function SignInForm({
  next,
  environment,
  password = true,
  provider,
  refusal,
}: {
  next: string;
  environment: Environment;
  /** Whether people sign in with a password. */
  password?: boolean;
  /** What the OpenID provider is called; undefined where there is none. */
  provider?: string | undefined;
  /** Why the sign-in at the provider failed. */
  refusal?: string | undefined;
}) {
  const hydrated = useHydrated();
  const [failure, setFailure] = useState(refusal);
  const [pending, setPending] = useState(false);
  const usernameBox = useRef<HTMLInputElement>(null);
  const passwordBox = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    setFailure(undefined);
    try {
      await signIn(usernameBox.current?.value ?? "", passwordBox.current?.value ?? "");
      // A full page load: the next page is rendered by the server for this operator.
      window.location.assign(withBasePath(next));
    } catch (error) {
      setFailure(textOf(error));
      setPending(false);
      passwordBox.current?.select();
    }
  };

  return (
    <main className="grid min-h-dvh place-items-center bg-bg px-4 py-12">
      <form
        onSubmit={(event) => void submit(event)}
        className="grid w-full max-w-80 gap-5"
        aria-label={signInFormTexts.signIn}
      >
        <header className="flex items-center justify-between gap-3">
          <Brand />
          <EnvironmentChip environment={environment} />
        </header>
        <h1 className="text-title font-semibold">{signInFormTexts.signIn}</h1>
        {failure === undefined ? null : (
          <p role="alert" className="rounded-md bg-bad-bg px-3 py-2 text-bad">
            {failure}
          </p>
        )}
        {password ? (
          <>
            <Field label={signInFormTexts.userName}>
              <Input
                ref={usernameBox}
                name="username"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                autoFocus
                required
                maxLength={64}
              />
            </Field>
            <Field label={signInFormTexts.password}>
              <Input
                ref={passwordBox}
                name="password"
                type="password"
                autoComplete="current-password"
                required
                maxLength={256}
              />
            </Field>
            <fieldset disabled={!hydrated} className="contents">
              <Button type="submit" variant="primary" pending={pending}>
                {signInFormTexts.signIn}
              </Button>
            </fieldset>
          </>
        ) : null}
        {provider === undefined ? null : (
          <fieldset disabled={!hydrated} className="contents">
            <ProviderSignIn provider={provider} next={next} primary={!password} onFailure={setFailure} />
          </fieldset>
        )}
      </form>
    </main>
  );
}
