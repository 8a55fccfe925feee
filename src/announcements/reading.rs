//! What a person sees of the announcements, and what the person has read (contract C-106, C-107, C-119, G-57, F-44).

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::announcement::{Announcement, AnnouncementError};
use super::audience::Audience;
use super::store;
use super::store::reads::{AT_ONCE, Current, Head};
use crate::catalogue::products;
use crate::clients::Registry;
use crate::clock::Millis;
use crate::db::search::folded;
use crate::db::{DbError, Reads, WriteTx};
use crate::directory::Account;
use crate::groups;

/// The most announcements of a person whose texts a search reads, the newest first.
const MOST_SEARCHED: usize = 300;
/// How many texts are in memory at once; one has up to 40,200 characters.
const TEXTS_AT_ONCE: usize = 25;

/// Who reads, and the applications that exist.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    pub account: &'a Account,
    pub clients: &'a Registry,
}

/// An announcement as its reader sees it.
#[derive(Clone, Debug)]
pub struct ShownAnnouncement {
    pub announcement: Announcement,
    /// When the person read it; `None` if not yet.
    pub read_at: Option<Millis>,
}

/// Which part of the history to return.
#[derive(Clone, Debug, Default)]
pub struct HistoryQuery {
    /// Only announcements for all, or for the product of this code.
    pub app_name: Option<String>,
    /// Only announcements for all, or for this company.
    pub company_id: Option<String>,
    /// Words in title or content, in either language.
    pub search: Option<String>,
    /// The page, from 1.
    pub page_num: usize,
    pub page_size: usize,
}

/// A page of the history.
#[derive(Clone, Debug)]
pub struct History {
    /// The announcements of the page, newest first.
    pub list: Vec<ShownAnnouncement>,
    /// How many there are in all.
    pub total: usize,
    /// The page, which is the last one if the request named a later one.
    pub page_num: usize,
    /// How many pages there are, at least 1.
    pub pages: usize,
    /// How many of those that have not ended the person has not read.
    pub unread: usize,
}

/// What home shows of announcements.
#[derive(Clone, Debug, Default)]
pub struct News {
    /// What is shown next, as [`due`] finds it for all products.
    pub due: Option<ShownAnnouncement>,
    /// The newest that has not ended, read or not.
    pub latest: Option<ShownAnnouncement>,
}

/// The announcements that home shows to the person.
///
/// # Errors
/// The database failed.
pub async fn news(view: &mut dyn Reads, reader: Reader<'_>, now: Millis) -> Result<News, DbError> {
    let mut person = Person::of(reader);
    let due = person.first(view, Current::Unread, None, now).await?;
    let latest = person.first(view, Current::Newest, None, now).await?;
    Ok(News {
        due: shown(view, due).await?,
        latest: shown(view, latest).await?,
    })
}

/// The whole announcement of `head`.
async fn shown(
    view: &mut dyn Reads,
    head: Option<Head>,
) -> Result<Option<ShownAnnouncement>, DbError> {
    let Some(head) = head else {
        return Ok(None);
    };
    let found = store::announcements::find(view, &head.id).await?;
    Ok(found.map(|announcement| ShownAnnouncement {
        announcement,
        read_at: head.read_at,
    }))
}

/// The announcement that is shown to the person next: the newest that is on, launched and not read, has not ended and is for
/// this person; first those that people confirm (contract G-57). With `app_name` only one for all, or for that product.
///
/// # Errors
/// The database failed.
pub async fn due(
    view: &mut dyn Reads,
    reader: Reader<'_>,
    app_name: Option<&str>,
    now: Millis,
) -> Result<Option<ShownAnnouncement>, DbError> {
    let mut person = Person::of(reader);
    let due = person.first(view, Current::Unread, app_name, now).await?;
    shown(view, due).await
}

/// A page of the announcements that were launched for the person and are on, also of those that have ended.
///
/// # Errors
/// The database failed.
pub async fn history(
    view: &mut dyn Reads,
    reader: Reader<'_>,
    query: &HistoryQuery,
    now: Millis,
) -> Result<History, DbError> {
    let words = folded(query.search.as_deref().unwrap_or_default());
    let words = words.split(' ').filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(str::to_owned).collect();
    let mut heads = store::reads::launched(view, &reader.account.id, now).await?;
    Person::of(reader).keep_own(view, &mut heads).await?;
    let is_over = |head: &Head| head.ends_at.is_some_and(|end| end <= now);
    let is_unread = |head: &&Head| head.read_at.is_none() && !is_over(head);
    let unread = heads.iter().filter(is_unread).count();
    heads.retain(|head| {
        is_about(head, query.app_name.as_deref()) && is_for(head, query.company_id.as_deref())
    });
    let found = with_words(view, heads, words).await?;
    let page_size = query.page_size.max(1);
    let pages = found.len().div_ceil(page_size).max(1);
    let page_num = query.page_num.clamp(1, pages);
    let page = found.iter().skip((page_num - 1) * page_size);
    let mut list = Vec::new();
    for head in page.take(page_size) {
        list.extend(shown(view, Some(head.clone())).await?);
    }
    Ok(History {
        list,
        total: found.len(),
        page_num,
        pages,
        unread,
    })
}

/// Notes that the person has read the announcement, which the person must be able to see (contract C-119). Only the first
/// time counts.
///
/// # Errors
/// There is no such announcement for this person.
pub async fn mark_read(
    tx: &mut WriteTx,
    reader: Reader<'_>,
    id: &str,
    now: Millis,
) -> Result<(), AnnouncementError> {
    let found = store::announcements::find(tx, id).await?;
    let found = found.filter(|announcement| announcement.is_launched(now));
    let found = found.ok_or(AnnouncementError::Unknown)?;
    if !Person::of(reader).is_among(tx, &found.audience).await? {
        return Err(AnnouncementError::Unknown);
    }
    Ok(store::reads::mark(tx, (&reader.account.id, id), now).await?)
}

/// A person, with what has been read of the groups and products.
#[derive(Debug)]
pub struct Person<'a> {
    reader: Reader<'a>,
    groups: Option<Vec<String>>,
    opens: HashMap<String, bool>,
}

impl<'a> Person<'a> {
    /// The person of `reader`.
    pub fn of(reader: Reader<'a>) -> Self {
        Self {
            reader,
            groups: None,
            opens: HashMap::new(),
        }
    }

    /// The first announcement of `which` that is for the person; with `app_name` only one for all, or for that product.
    async fn first(
        &mut self,
        view: &mut dyn Reads,
        which: Current,
        app_name: Option<&str>,
        now: Millis,
    ) -> Result<Option<Head>, DbError> {
        let account_id = &self.reader.account.id;
        let mut page = 0;
        loop {
            let mut heads = store::reads::current(view, (which, page), account_id, now).await?;
            let is_last = i64::try_from(heads.len()).is_ok_and(|count| count < AT_ONCE);
            heads.retain(|head| is_about(head, app_name));
            self.keep_own(view, &mut heads).await?;
            let first = heads.into_iter().next();
            if first.is_some() || is_last {
                return Ok(first);
            }
            page += 1;
        }
    }

    /// Leaves the heads that are for the person.
    async fn keep_own(
        &mut self,
        view: &mut dyn Reads,
        heads: &mut Vec<Head>,
    ) -> Result<(), DbError> {
        let audiences: Vec<&Audience> = heads.iter().map(|head| &head.audience).collect();
        self.learn(view, &audiences).await?;
        heads.retain(|head| self.matches(&head.audience));
        Ok(())
    }

    /// Reads what [`Self::matches`] needs for `audiences`: the groups, and which of their products open, only if any names
    /// one.
    async fn learn(
        &mut self,
        view: &mut dyn Reads,
        audiences: &[&Audience],
    ) -> Result<(), DbError> {
        let Reader { account, clients } = self.reader;
        if self.groups.is_none() && audiences.iter().any(|one| !one.group_ids.is_empty()) {
            let own = groups::group_access::own_groups(view, &account.id).await?;
            self.groups = Some(own.into_iter().map(|(id, _)| id).collect());
        }
        let codes = audiences.iter().filter(|one| self.has_place_and_group(one));
        let codes = codes.map(|one| one.app_name.as_str());
        let codes: BTreeSet<&str> = codes
            .filter(|code| !code.is_empty() && !self.opens.contains_key(*code))
            .collect();
        let open = products::opening(view, account, &codes, clients).await?;
        let known = codes
            .iter()
            .map(|code| ((*code).to_owned(), open.contains(*code)));
        self.opens.extend(known);
        Ok(())
    }

    fn has_place_and_group(&self, audience: &Audience) -> bool {
        let groups = self.groups.as_deref().unwrap_or_default();
        audience.has_place_of(self.reader.account) && audience.has_group_of(groups)
    }

    /// True if the person is one of `audience`.
    ///
    /// # Errors
    /// The database failed.
    pub async fn is_among(
        &mut self,
        view: &mut dyn Reads,
        audience: &Audience,
    ) -> Result<bool, DbError> {
        self.learn(view, &[audience]).await?;
        Ok(self.matches(audience))
    }

    /// The same, if [`Self::learn`] has read what is needed.
    fn matches(&self, audience: &Audience) -> bool {
        let code = audience.app_name.as_str();
        let opens = || code.is_empty() || self.opens.get(code) == Some(&true);
        self.has_place_and_group(audience) && opens()
    }
}

/// True if it is for all products, or for that of this code.
fn is_about(head: &Head, app_name: Option<&str>) -> bool {
    let about = &head.audience.app_name;
    about.is_empty() || app_name.is_none_or(|code| code == about)
}

/// True if it is for all companies, or for this one.
fn is_for(head: &Head, company_id: Option<&str>) -> bool {
    let ids = &head.audience.company_ids;
    ids.is_empty() || company_id.is_none_or(|id| ids.iter().any(|one| one == id))
}

/// The heads in whose title or content each of `words`, which are folded, occurs; all of them without a word. Folding
/// long texts takes a while, so a blocking thread does it.
async fn with_words(
    view: &mut dyn Reads,
    mut heads: Vec<Head>,
    words: Vec<String>,
) -> Result<Vec<Head>, DbError> {
    if words.is_empty() {
        return Ok(heads);
    }
    let words = Arc::new(words);
    heads.truncate(MOST_SEARCHED);
    let mut found = HashSet::new();
    for heads in heads.chunks(TEXTS_AT_ONCE) {
        let ids: Vec<String> = heads.iter().map(|head| head.id.clone()).collect();
        let texts = store::reads::texts(view, &ids).await?;
        let words = words.clone();
        let compared = tokio::task::spawn_blocking(move || {
            let ids = texts.into_iter().filter_map(|(id, text)| {
                let text = folded(&text);
                words.iter().all(|word| text.contains(word)).then_some(id)
            });
            ids.collect::<Vec<String>>()
        });
        // It panics only with the runtime.
        found.extend(compared.await.unwrap_or_default());
    }
    heads.retain(|head| found.contains(&head.id));
    Ok(heads)
}
