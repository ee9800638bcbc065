//! The memory of a hash map, and which half of the entries is removed when it is full.

/// The memory of a map with room for so many entries, in bytes. It keeps one slot in eight free and has a byte of control
/// data a slot.
pub(crate) fn map_bytes<K, V>(room: usize) -> usize {
    let bytes = room as u128 * (size_of::<(K, V)>() as u128 + 1) * 8 / 7;
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

/// The room of a map that has grown at once for so many entries, at least 8.
pub(crate) fn room_for(entries: usize) -> usize {
    (entries.max(8) * 8).div_ceil(7).next_power_of_two() / 8 * 7
}

/// Says of each entry, by its work, whether it belongs to the half with the least. All entries are to be asked about once.
pub(crate) fn cheap_half(mut works: Vec<u64>) -> impl FnMut(u64) -> bool {
    let middle = works.len() / 2;
    let median = if works.is_empty() { 0 } else { *works.select_nth_unstable(middle).1 };
    // Many entries have the median's work: only as many of them go as make up the half.
    let mut spare = middle - works.iter().filter(|work| **work < median).count();
    move |work| {
        let is_cheap = work < median || (work == median && spare > 0);
        spare -= usize::from(is_cheap && work == median);
        is_cheap
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_map_has_the_room_that_is_foreseen() {
        for entries in (8..300).chain([4000, 14_336, 14_337, 100_000]) {
            let mut map = fxhash::FxHashMap::<u128, u8>::default();
            map.reserve(entries);
            assert_eq!(map.capacity(), room_for(entries), "{entries}");
        }
    }

    proptest! {
        #[test]
        fn half_of_all_go_and_none_has_more_work_than_one_that_stays(
            works in prop::collection::vec(0..9u64, 0..30),
        ) {
            let mut is_cheap = cheap_half(works.clone());
            let (goes, stays): (Vec<u64>, Vec<u64>) = works.iter().partition(|work| is_cheap(**work));
            prop_assert_eq!(goes.len(), works.len() / 2);
            prop_assert!(goes.iter().max() <= stays.iter().min());
        }
    }
}
