import { useId } from "react";
import { ApiLabel } from "@/components/form/schema-form";
import { Checkbox } from "@/components/ui/checkbox";
import type { TelemetryCategory } from "@/lib/contract/telemetry";
import { captureTexts } from "./browser-option-on-demand-messages.ts";
import { captureCategories } from "./capture-categories.ts";

/** Which categories of telemetry are captured. */
export function CaptureField({
  value,
  error,
  onChange,
}: {
  value: readonly TelemetryCategory[];
  error: string | undefined;
  onChange: (value: TelemetryCategory[]) => void;
}) {
  const id = useId();
  return (
    <fieldset aria-describedby={id} className="grid gap-2">
      <legend className="mb-2 text-label font-medium text-ink-2">
        <ApiLabel name="telemetry">{captureTexts.capture}</ApiLabel>
      </legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {captureCategories.map((category) => (
          <span key={category} title={`telemetry.browser.${category}`}>
            <Checkbox
              checked={value.includes(category)}
              onCheckedChange={(captures) =>
                onChange(captures ? [...value, category] : value.filter((each) => each !== category))
              }
              label={captureTexts.categories[category]}
            />
          </span>
        ))}
      </div>
      <p id={id} className="text-label text-ink-3">
        {error === undefined ? (
          captureTexts.captureHint
        ) : (
          <span role="alert" className="text-bad break-words">
            {error}
          </span>
        )}
      </p>
    </fieldset>
  );
}
