import { Box } from "@chakra-ui/react";
import type { LucideIcon } from "lucide-react";
import { useId, type ComponentProps, type ReactNode } from "react";
import { FORCED } from "../../theme/forced-colors";
import { RADIO } from "../checkbox-look";

interface ChoiceOptionProps extends Omit<ComponentProps<"input">, "type" | "onChange"> {
  /** The whole name of the choice. */
  label: string;
  /** What else there is to say about it. */
  text?: ReactNode;
  icon?: LucideIcon | undefined;
  onChoose: () => void;
}

/** A radio button as a card. A click anywhere on the card chooses it; only the label is its name. */
export function ChoiceOption({ label, text, icon: Icon, onChoose, ...input }: ChoiceOptionProps) {
  const id = useId();
  const hasText = text !== undefined;
  return (
    <Box
      css={OPTION}
      alignItems={hasText ? "flex-start" : "center"}
      data-checked={input.checked ? true : undefined}
    >
      <Box
        asChild
        css={RADIO}
        margin="0"
        marginTop={hasText ? "0.5" : "0"}
        // Above the label, which covers the card.
        position="relative"
        zIndex="1"
      >
        <input
          type="radio"
          id={id}
          {...(hasText && { "aria-describedby": `${id}text` })}
          {...input}
          onChange={onChoose}
        />
      </Box>
      <Box flex={hasText ? "1" : undefined} minWidth="0" overflowWrap="anywhere">
        <Box asChild css={COVER} fontWeight={hasText ? "medium" : undefined}>
          <label htmlFor={id}>{label}</label>
        </Box>
        {hasText && (
          <Box id={`${id}text`} fontSize="sm" color="fg.muted">
            {text}
          </Box>
        )}
      </Box>
      {Icon && (
        <Box color="fg.muted" flexShrink="0">
          <Icon size={18} aria-hidden />
        </Box>
      )}
    </Box>
  );
}

/** The label lies over the whole card. */
const COVER = { cursor: "pointer", _after: { content: '""', position: "absolute", inset: "0" } };

const OPTION = {
  position: "relative",
  display: "flex",
  gap: "2",
  minHeight: { base: "11", md: "9" },
  paddingBlock: "1.5",
  paddingInline: "3",
  border: "1px solid",
  borderColor: "border.control",
  borderRadius: "control",
  fontSize: "md",
  _hover: { background: "bg.subtle" },
  "&[data-checked]": { borderColor: "accent", background: "accent.subtle", ...FORCED },
};
