"use client";

import { useTheme } from "next-themes";
import { useState } from "react";
import { HighlightsDialog } from "@/components/log-pane/highlights-dialog";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { useTimeZone } from "@/components/ui/time-zone";
import { useHydrated } from "@/components/ui/use-hydrated";
import { commonZones, resolveZone } from "@/lib/format/time-zone";
import { appearanceTexts } from "./setting-messages.ts";

const themes = [
  { value: "system", label: appearanceTexts.system },
  { value: "light", label: appearanceTexts.light },
  { value: "dark", label: appearanceTexts.dark },
] as const;
type Theme = (typeof themes)[number]["value"];

/**
 * Theme and time zone, which are stored in this browser and apply to every page, and the highlights: here no log is shown,
 * which a highlight that takes too long would stop.
 */
export function Appearance() {
  const { theme, setTheme } = useTheme();
  const { choice, choose } = useTimeZone();
  const [isHighlighting, setHighlighting] = useState(false);
  // Only the browser has the stored theme: rendering it before hydration would differ from the server's text.
  const hydrated = useHydrated();
  const storedTheme: Theme | undefined = themes.find(({ value }) => value === theme)?.value;
  const zones = [...new Set(["UTC", "local", ...commonZones, choice])].map((zone) => ({
    value: zone,
    label: zone === "local" && hydrated ? appearanceTexts.local(resolveZone("local")) : zone,
  }));
  return (
    <div className="grid max-w-xl gap-4 sm:grid-cols-2">
      <Field label={appearanceTexts.theme}>
        <Select
          value={hydrated ? (storedTheme ?? "system") : undefined}
          placeholder="…"
          onValueChange={setTheme}
          options={themes}
        />
      </Field>
      <Field label={appearanceTexts.timeZone} hint={appearanceTexts.timeZoneHint}>
        <Select value={choice} onValueChange={choose} options={zones} />
      </Field>
      <Button className="justify-self-start" onClick={() => setHighlighting(true)}>
        {appearanceTexts.highlights}
      </Button>
      <HighlightsDialog open={isHighlighting} onOpenChange={setHighlighting} />
    </div>
  );
}
