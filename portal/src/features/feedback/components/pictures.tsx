import { Box, Button, Flex, Image, Text } from "@chakra-ui/react";
import { ImagePlus, X } from "lucide-react";
import { useId, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PICTURE_TYPES } from "../../../api/upload-picture";
import { IconButton } from "../../../ui/icon-button";
import { useValue, type FormControl } from "../../../ui/form/use-form";
import { previews, type Draft } from "../draft";
import { MOST_PICTURES, type PictureUpload } from "./use-pictures";

/** The pictures of feedback: a button, a place to drop them, and those that are there. */
export function Pictures({ form, pictures }: { form: FormControl<Draft>; pictures: PictureUpload }) {
  const { t } = useTranslation("feedback");
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const names = useValue(form, "pictures");
  const { state, refused, take, cancel } = pictures;
  const fault = form.faults.pictures ?? (state.phase === "failed" ? state.text : undefined);
  const why = refused === "many" ? t("pictures.none") : refused && t("pictures.kind", { name: refused.kind });
  return (
    <Box role="group" aria-labelledby={id}>
      <Text id={id} margin="0 0 6px" fontSize="md" fontWeight="medium">
        {t("pictures")}
      </Text>
      <Flex
        direction="column"
        gap="3"
        padding="4"
        border="1px dashed"
        borderColor="border.control"
        borderRadius="control"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          take(event.dataTransfer.files);
        }}
      >
        {names.length > 0 && (
          <Flex as="ul" gap="3" wrap="wrap" margin="0" padding="0" listStyleType="none">
            {names.map((name, index) => (
              <One
                key={name}
                name={name}
                place={index + 1}
                onRemove={() =>
                  form.set(
                    "pictures",
                    names.filter((one) => one !== name),
                  )
                }
              />
            ))}
          </Flex>
        )}
        {state.phase === "running" ? (
          <Flex align="center" gap="3">
            <Box asChild flex="1" accentColor="accent">
              <progress
                aria-label={t("pictures.progress", { name: state.name })}
                value={state.share}
                max={1}
              />
            </Box>
            <Button variant="outline" size="sm" onClick={cancel}>
              {t("pictures.cancel")}
            </Button>
          </Flex>
        ) : (
          names.length < MOST_PICTURES && (
            <Box>
              <input
                ref={input}
                type="file"
                hidden
                aria-label={t("pictures.add")}
                accept={Object.keys(PICTURE_TYPES).join(",")}
                onChange={({ target }) => {
                  take(target.files);
                  target.value = "";
                }}
              />
              <Button variant="outline" size="sm" onClick={() => input.current?.click()}>
                <ImagePlus size={16} aria-hidden />
                {t("pictures.add")}
              </Button>
            </Box>
          )
        )}
        <Text margin="0" fontSize="sm" color="fg.muted">
          {t("pictures.rules")}
        </Text>
      </Flex>
      <Fault>{why ?? fault}</Fault>
    </Box>
  );
}

function One({ name, place, onRemove }: { name: string; place: number; onRemove: () => void }) {
  const { t } = useTranslation("feedback");
  const address = previews.get(name);
  return (
    <Box as="li" position="relative">
      {address ? (
        <Image
          src={address}
          alt={t("pictures.one", { place })}
          boxSize="20"
          objectFit="cover"
          borderRadius="control"
        />
      ) : (
        <Text margin="0" paddingInlineEnd="10">
          {t("pictures.one", { place })}
        </Text>
      )}
      <Box position="absolute" top="-2" insetInlineEnd="-2" background="bg.panel" borderRadius="50%">
        <IconButton label={t("pictures.remove", { place })} onClick={onRemove}>
          <X size={14} aria-hidden />
        </IconButton>
      </Box>
    </Box>
  );
}

function Fault({ children }: { children: ReactNode }) {
  return (
    <Text role="alert" margin="0" fontSize="sm" color="danger" {...(children && { marginTop: "1.5" })}>
      {children}
    </Text>
  );
}
