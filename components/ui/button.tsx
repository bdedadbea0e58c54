"use client";

import { LoaderCircle } from "lucide-react";
import { type ComponentProps, type MouseEvent, useEffect, useRef } from "react";
import { type ButtonSize, type ButtonVariant, buttonClass } from "./button-class.ts";
import { Tooltip } from "./tooltip.tsx";
import { buttonTexts } from "./ui-messages.ts";

export interface ButtonProps extends Omit<ComponentProps<"button">, "disabled"> {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** The action is in progress: shows a spinner and ignores clicks. */
  pending?: boolean | undefined;
  /** Why the button is disabled. It stays focusable so that the reason can be read. */
  disabledReason?: string | undefined;
  /** Tooltip while the button is enabled. */
  hint?: string | undefined;
}

export function Button({
  variant,
  size,
  pending = false,
  disabledReason,
  hint,
  className,
  onClick,
  type = "button",
  children,
  ...rest
}: ButtonProps) {
  const blocked = pending || disabledReason !== undefined;
  const acted = useRef(false);
  useEffect(() => {
    if (pending) acted.current = true;
  }, [pending]);

  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (event.detail < 2) acted.current = false;
    // The second click of a double click may come after the answer to the first.
    if (!blocked && !acted.current) return onClick?.(event);
    event.preventDefault();
    event.stopPropagation();
  };

  // Always wrapped in the tooltip: changing the wrapper would remount the button and lose the focus.
  return (
    <Tooltip text={disabledReason ?? hint} opensOnClick={disabledReason !== undefined}>
      <button
        {...rest}
        type={type}
        aria-disabled={blocked || undefined}
        aria-busy={pending || undefined}
        className={buttonClass({ variant, size, className })}
        onClick={click}
      >
        {pending ? <Spinner /> : null}
        {pending && (size === "icon" || size === "icon-sm") ? null : children}
      </button>
    </Tooltip>
  );
}

/** An icon-only button: `label` is its accessible name and its tooltip. */
export function IconButton({
  label,
  size = "icon",
  variant = "ghost",
  ...rest
}: Omit<ButtonProps, "hint"> & { label: string }) {
  return <Button {...rest} size={size} variant={variant} aria-label={label} hint={label} />;
}

/** Progress inside a control; for whole areas use a skeleton. */
function Spinner({ label = buttonTexts.working }: { label?: string }) {
  return <LoaderCircle role="img" aria-label={label} className="size-3.5 shrink-0 animate-turn" />;
}
