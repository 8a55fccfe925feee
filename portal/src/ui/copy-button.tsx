import { Button, chakra } from "@chakra-ui/react";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { labelled } from "../i18n/marks";
import { input } from "../theme/recipes/form";
import { showToast } from "./toast/toast-store";

const SHOWN_MS = 2_000;
const Input = chakra("input", input);

interface CopyButtonProps {
  text: string;
  /** The name of the text. It tells apart several buttons on one page. */
  label?: string;
}

/**
 * Copies a text and says so on itself for two seconds. If the browser refuses, a field with the text, selected, takes
 * the place of the button.
 */
export function CopyButton({ text, label }: CopyButtonProps) {
  const { t } = useTranslation("ui");
  const [state, setState] = useState<"ready" | "copied" | "refused">("ready");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      setState("refused");
      showToast({ tone: "warning", text: t("copyRefused") });
      return;
    }
    setState("copied");
    setTimeout(() => setState("ready"), SHOWN_MS);
  };
  if (state === "refused")
    return (
      <Input
        readOnly
        // The button that had the focus is gone.
        autoFocus
        value={text}
        aria-label={label ?? t("copy")}
        onFocus={(event) => event.currentTarget.select()}
        height="8"
        maxWidth="64"
        fontSize="sm"
      />
    );
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={label ? labelled(t("copy"), label) : undefined}
      onClick={() => void copy()}
    >
      {state === "copied" ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      <span aria-live="polite">{state === "copied" ? t("copied") : t("copy")}</span>
    </Button>
  );
}
