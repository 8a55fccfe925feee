import { Box, Button, Flex, Text, Textarea, useRecipe } from "@chakra-ui/react";
import { Bold, Image, Italic, Link, List } from "lucide-react";
import { useDeferredValue, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Markdown } from "../../../kit/markdown/markdown";
import { FieldFrame } from "../../../ui/form/field-frame";
import { limitOf } from "../../../ui/form/length-of";
import {
  useController,
  useValue,
  type FormControl,
  type TextName,
  type Values,
} from "../../../ui/form/use-form";
import { IconButton } from "../../../ui/icon-button";
import { marked, withPicture, type Mark, type Selected } from "./markdown-edit";
import { PICTURES, usePicture } from "./use-picture";

interface MarkdownEditorProps<V extends Values> {
  form: FormControl<V>;
  name: TextName<V>;
  label: string;
  help?: string;
  required?: boolean;
  lang?: string;
}

const MARKS: { mark: Mark; icon: typeof Bold }[] = [
  { mark: "bold", icon: Bold },
  { mark: "italic", icon: Italic },
  { mark: "list", icon: List },
  { mark: "link", icon: Link },
];

/** A text in Markdown with a toolbar, pictures by button, paste and drop, and what readers will see (S-23, T-54). */
export function MarkdownEditor<V extends Values>(props: MarkdownEditorProps<V>) {
  const { form, name, label, help, required, lang } = props;
  const { t } = useTranslation(["announcements", "dc", "form"]);
  const styles = useRecipe({ key: "input" })();
  const field = useController(form, name);
  const text: string = useValue(form, name);
  const later = useDeferredValue(text);
  const area = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const preview = useId();

  const selected = (): Selected => ({
    text: area.current?.value ?? "",
    start: area.current?.selectionStart ?? 0,
    end: area.current?.selectionEnd ?? 0,
  });
  const show = (next: Selected) => {
    form.set(name, next.text as Parameters<typeof form.set<TextName<V>>>[1]);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(next.start, next.end);
    });
  };
  const picture = usePicture((path, file) => show(withPicture(selected(), path, file)));

  return (
    <Box width="full">
      <FieldFrame label={label} required={required} error={form.faults[name]} {...(help && { help })}>
        {(described) => (
          <Box width="full">
            <Flex role="group" aria-label={t("toolbar", { label })} gap="1" marginBottom="1">
              {MARKS.map(({ mark, icon: Icon }) => (
                <IconButton
                  key={mark}
                  label={t(`mark.${mark}`)}
                  onClick={() => show(marked(selected(), mark))}
                >
                  <Icon size={16} aria-hidden />
                </IconButton>
              ))}
              <IconButton label={t("mark.picture")} onClick={() => chooser.current?.click()}>
                <Image size={16} aria-hidden />
              </IconButton>
            </Flex>
            <Textarea
              {...field}
              {...limitOf({ maxLength: 20_000, name })}
              ref={(element) => {
                field.ref(element);
                area.current = element;
              }}
              rows={8}
              lang={lang}
              css={{ ...styles, height: "auto", paddingBlock: "2", resize: "vertical" }}
              onPaste={(event) => {
                if (picture.take(event.clipboardData.files)) event.preventDefault();
              }}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                if (picture.take(event.dataTransfer.files)) event.preventDefault();
              }}
              {...described}
            />
          </Box>
        )}
      </FieldFrame>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={PICTURES.join(",")}
        aria-label={t("mark.picture")}
        onChange={(event) => {
          picture.take(event.target.files);
          event.target.value = "";
        }}
      />
      <Sending picture={picture} />
      {text.trim() && (
        <Box marginTop="2" role="group" aria-labelledby={preview}>
          <Text id={preview} margin="0" marginBottom="1" fontSize="sm" color="fg.muted">
            {t("preview")}
          </Text>
          <Box padding="3" border="1px solid" borderColor="border" borderRadius="control" lang={lang}>
            <Markdown text={later} />
          </Box>
        </Box>
      )}
    </Box>
  );
}

/** How far a picture has been sent; a failure says so in the words of the specification. */
function Sending({ picture: { state, cancel } }: { picture: ReturnType<typeof usePicture> }) {
  const { t } = useTranslation(["announcements", "dc", "form"]);
  return (
    <>
      <Box role="status" fontSize="sm">
        {state.phase === "running" && (
          <Flex align="center" gap="3" marginTop="2">
            <Box asChild flex="1" accentColor="accent">
              <progress
                aria-label={t("form:upload.progress", { name: state.name })}
                value={state.share}
                max={1}
              />
            </Box>
            <Button variant="outline" size="sm" onClick={cancel}>
              {t("form:upload.cancel")}
            </Button>
          </Flex>
        )}
      </Box>
      <Text
        role="alert"
        margin="0"
        {...(state.phase === "failed" && { marginTop: "2" })}
        fontSize="sm"
        color="danger"
      >
        {state.phase === "failed" && `${t("dc:图片上传失败")} ${t("picture.rule")}`}
      </Text>
    </>
  );
}
