import * as applications from "../../features/applications/queries";
import * as audit from "../../features/audit/queries";
import * as assistant from "../../features/assistant/queries";
import * as announcements from "../../features/announcements/queries";
import * as news from "../../features/announcements/news";
import * as ownFeedback from "../../features/account/feedback-queries";
import * as feedback from "../../features/feedback/queries";
import * as insight from "../../features/insight/queries";
import * as iris from "../../features/iris/queries";
import * as jobs from "../../features/jobs/queries";
import * as organisations from "../../features/organisations/queries";
import * as gateway from "../../features/gateway/queries";
import * as providers from "../../features/providers/queries";
import * as products from "../../features/products/queries";
import * as surveys from "../../features/surveys/queries";
import * as survey from "../../features/surveys/survey";
import { costQuery } from "../../kit/assistant-cost";
import * as sources from "../../kit/sources";
import { choice, rows, shown } from "./answers";

// Applications.
rows("applications", applications.applicationList, "application");
shown("providers", providers.providersQuery, "provider");
shown("application", (s) => applications.applicationQuery(s, "app-1"), "application");
choice("applications of the history", audit.applications, "application");
choice("actors of the history", (s) => audit.actors(s, []), "account", "application");
choice(
  "things of the history",
  (s) => audit.things(s, true, (kind) => kind),
  "account",
  "group",
  "product",
  "application",
);
choice("applications for a product", products.applications, "application");
// Jobs and mappings.
rows("jobs", jobs.jobList, "job");
shown("overview of jobs", jobs.overviewQuery, "job");
// Counts of what happens, which no call of the portal changes at once.
shown("the overview", (s) => insight.overviewQuery(s, { days: 28 }));
shown("own figures", (s) => insight.ownOverviewQuery(s, { days: 28 }));
shown("emails", (s) => jobs.mailsQuery(s, "en-us"));
rows("announcements", announcements.announcementList, "announcement");
shown("an announcement", (s) => announcements.announcementQuery(s, "n-1"), "announcement");
shown("readers of an announcement", (s) => announcements.readersQuery(s, "n-1", 1), "announcement");
shown("news", (s) => news.historyQuery(s, 1, ""), "announcement", "own news");
rows("feedback", feedback.feedbackListIn("UTC"), "feedback");
shown("a piece of feedback", (s) => feedback.detailsQuery(s, "f-1"), "feedback");
shown("feedback by week", feedback.weeksQuery, "feedback");
shown("own feedback", (s) => ownFeedback.ownFeedbackQuery(s, 1), "feedback");
shown("pictures of own feedback", (s) => ownFeedback.ownPicturesQuery(s, "f-1"), "feedback");
choice("subjects of feedback", feedback.subjects, "product");
choice("people who handle feedback", feedback.handlers);
choice("feedback that says the same", (s) => feedback.firsts(s, "f-1"), "feedback");
rows("surveys", surveys.surveyList, "survey");
shown("a survey", (s) => surveys.surveyQuery(s, "s-1"), "survey");
shown("results of a survey", (s) => surveys.resultsQuery(s, "s-1"), "survey");
shown("the offered survey", survey.offerQuery, "survey");
shown("a survey to answer", (s) => survey.toAnswerQuery(s, "s-1"), "survey");
choice("products by their codes", sources.productsByCode, "product");
rows("mappings", iris.mappingList, "mapping", "account", "organisation");
choice("accounts for a mapping", (s) => iris.accounts(s, undefined), "account");
shown("chats", assistant.chatsQuery, "own chat");
shown("a chat", (s) => assistant.chatQuery(s, "c-1"), "own chat");
shown("use of the assistant", costQuery, "own use");
shown("versions of the assistant", assistant.versionsQuery, "assistant version");
shown("versions as administrators edit them", gateway.versionsQuery, "assistant version");
rows("quotas of the assistant", gateway.quotaList, "assistant quota");
shown("quota of a person", (s) => gateway.quotaOfQuery(s, "u-1"), "assistant quota");
choice("people with a quota", gateway.accounts, "account");
rows("use of the assistant by person", gateway.useOfAssistant);
shown("month of the assistant", (s) => gateway.monthQuery(s, "2026-11"));
shown("authority to chat", assistant.authorityQuery);
// Products.
rows("products", products.productList, "product", "account");
shown("product", (s) => products.productQuery(s, 4), "product", "account", "organisation");
choice("people for a product", (s) => products.people(s, undefined), "account");
choice("products by name", (s) => sources.products(s, false), "product");
choice("own products by name", (s) => sources.products(s, true), "product");
choice("modules by name", (s) => sources.modules(s, 4), "module");
choice("groups by name", sources.groups, "group");
// Organisations.
for (const kind of ["agency", "client", "brand", "division", "industry"] as const)
  rows(`organisations: ${kind}`, organisations[`${kind}List`], "organisation");
rows("requests of an agency", organisations.agencyRequestList, "agency request", "account", "organisation");
choice("agencies", sources.agencies, "organisation");
choice("clients", sources.clients, "organisation");
choice("brands", sources.brands, "organisation");
choice("divisions", sources.divisions, "organisation");
choice("organisations of a role", (s) => sources.organisations(s, "1"), "organisation");
