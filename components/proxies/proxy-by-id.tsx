"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ProxyCheckButton } from "./proxy-check-button.tsx";
import { proxyByIdTexts } from "./proxy-on-demand-messages.ts";

/** Replaces the table where the API cannot list: a check needs only an id. */
export function ProxyById() {
  const [text, setText] = useState("");
  const [id, setId] = useState<string>();
  return (
    <EmptyState
      title={proxyByIdTexts.apiDoesNotListProxies}
      action={
        <form
          className="flex w-full max-w-md items-end gap-2 text-left"
          onSubmit={(event) => {
            event.preventDefault();
            setId(text.trim() === "" ? undefined : text.trim());
          }}
        >
          <Field label={proxyByIdTexts.proxyId} className="flex-1">
            <Input mono value={text} onChange={(event) => setText(event.target.value)} />
          </Field>
          {id === undefined || id !== text.trim() ? (
            <Button type="submit">{proxyByIdTexts.choose}</Button>
          ) : (
            <ProxyCheckButton id={id} name={id} size="md" />
          )}
        </form>
      }
    >
      {proxyByIdTexts.checkProxyById}
    </EmptyState>
  );
}
