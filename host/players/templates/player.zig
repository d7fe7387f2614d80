// @NAME@: the first legal cell. Blind: all that it knows of the game is in its query.
// Built with: @BUILD@

// As in othello_player.h.
const abi = 1;
const Emit = *const fn (context: ?*anyopaque, text: [*]const u8, length: usize) callconv(.c) void;

const about =
    \\{"name": "@NAME@", "author": "you", "version": "0.1", "line": "the first legal cell", "class": "blind"}
;

const query =
    \\WITH CASE $symbol WHEN 'X' THEN 'O' ELSE 'X' END AS other
    \\MATCH (cell:Cell)
    \\WHERE cell.state IS NULL AND EXISTS {
    \\  (cell)-[r:NEIGHBOR_OF]-(:Cell {state: other})
    \\  ((:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: other}))*
    \\  (:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: $symbol})
    \\}
    \\RETURN cell
    \\ORDER BY cell.row, cell.column
    \\LIMIT 1
;

export fn othello_abi() u32 {
    return abi;
}

export fn describe(emit: Emit, context: ?*anyopaque) void {
    emit(context, about, about.len);
}

// It keeps nothing between its rounds, so it needs neither create nor destroy.
export fn get_cypher_for_round(_: ?*anyopaque, _: [*]const u8, _: usize, emit: Emit, context: ?*anyopaque) void {
    emit(context, query, query.len);
}
